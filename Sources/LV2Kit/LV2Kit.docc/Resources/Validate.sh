.build/release/lv2val validate --fail-on note --skip 'perf.*' urn:example:overdrive-mono

FAIL  0 errors, 1 warning, 2 notes in 1 plug-in
Mend first: life.reset of urn:example:overdrive-mono

warning life.reset
  Output 'out' differs from a fresh instance's from frame 0 on.

note audio.denormal
  Output 'out' is 1.1746576e-38, a subnormal number, after 1.37 s of silence.

note param.enabled-click
  Turning 'enabled' makes a step of 0.38048267 between two samples; the settled signals have none
  above 0.110470295.
