.build/release/lv2val validate --fail-on note --skip 'perf.*' urn:example:overdrive-mono

FAIL  0 errors, 1 warning, 1 note in 1 plug-in
Mend first: life.reset of urn:example:overdrive-mono

warning life.reset
  Output 'out' differs from a fresh instance's from frame 0 on.

note audio.denormal
  Output 'out' is 1.1746576e-38, a subnormal number, after 1.37 s of silence.
