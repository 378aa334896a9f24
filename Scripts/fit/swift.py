"""Writes fitted polynomials as Swift."""

HEADER = "// Written by Scripts/fit/fit.py, which has the meaning of the numbers.\n\n"


def number(value):
    return repr(round(float(value), 12))


def polynomial(polynomials, coefficients, name, access="private "):
    """A function of the band's offset: the coefficients of square^0, square^1 ..., a lane for each polynomial."""
    lanes = len(coefficients)
    of = {term: f"SIMD{lanes}<Double>({', '.join(number(c) for c in coefficients[:, k])})"
          for k, term in enumerate(polynomials.terms)}
    text = f"  {access}static func {name}(_ x: Double) -> FittedPolynomial<SIMD{lanes}<Double>> {{\n"
    rows = []
    for i, top in enumerate(polynomials.powers):
        for j in range(top + 1):
            text += f"    let c{i}{j} = {of[i, j]}\n"
        row = f"c{i}{top}"
        for j in reversed(range(top)):
            row = f"c{i}{j} + x * " + (row if j == top - 1 else f"({row})")
        rows.append(row)
    return text + "    return FittedPolynomial(\n      " + ", ".join(rows) + ")\n  }\n"


def halves(type_name, fields, rows, name):
    """A constant pair, older and newer, of a type whose `fields` are vectors: the halves of `rows`."""
    middle = len(rows[0]) // 2
    older, newer = (
        ", ".join(f"{field}: SIMD{middle}({', '.join(number(c) for c in row[half])})" for field, row in zip(fields, rows))
        for half in [slice(None, middle), slice(middle, None)])
    return (f"  static var {name}: (older: {type_name}, newer: {type_name}) {{\n"
            f"    ({type_name}({older}), {type_name}({newer}))\n  }}\n")


def extension(type_name, functions):
    return HEADER + f"extension {type_name} {{\n" + "\n".join(functions) + "}\n"
