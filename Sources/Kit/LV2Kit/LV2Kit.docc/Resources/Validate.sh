lv2val validate --fail-on note --skip 'perf.*' urn:example:overdrive-mono

FAIL  0 errors, 2 warnings, 2 notes in 1 plug-in
Fix first: life.reset/output in urn:example:overdrive-mono

warning life.reset/output
  After deactivate() and activate(), output 'out' differs from a fresh instance from frame 0 on.

warning param.stale-sound/enabled
  The output has a peak of 0.4181583 in silence when 'enabled' returns to 1.0, at which noise was
  played before 0.5 s of silence at 0.0; expected silence.

note audio.denormal/output
  Output 'out' is subnormal (1.1746576e-38) after 1.37 s of silence.

note param.enabled-click/click
  Switching 'enabled' causes a step of 0.38048267 between two samples; the settled output has steps
  of up to 0.110470295.
