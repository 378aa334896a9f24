'use strict';

// The elementary functions that modules import, in double and single precision.
const elementary = { fmod: (x, y) => x % y, fmodf: (x, y) => x % y, exp2: x => 2 ** x, exp2f: x => 2 ** x };
for (const name of ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'exp', 'log', 'log2', 'log10',
                    'pow', 'cbrt'])
  elementary[name] = elementary[name + 'f'] = Math[name];
