"""Minimax fit: damped Newton steps minimize p-norms of the error with increasing p.

A block is a part of the data, for example one sample rate. `errors(x)` returns the errors relative to the tolerance and a
state from which `jacobian(state, rows, terms)` computes the derivatives for some rows and variables. It returns None if a
magnitude is not positive.
"""

import numpy as np


def norm(errors, power):
    greatest = max(np.abs(e).max() for e in errors)
    total = sum(((np.abs(e) / greatest) ** power).sum() for e in errors)
    return greatest * total ** (1 / power), greatest


def evaluate(blocks, x):
    results = [block.errors(x) for block in blocks]
    return None if any(r is None for r in results) else results


def minimize(blocks, x, polynomials, terms, powers, steps=25, shrink=3e-5):
    """Optimizes the coefficients of `x` that belong to the marked terms of the marked polynomials."""
    x = x.copy()
    free = np.outer(polynomials, terms).ravel()
    marked = np.repeat(polynomials, int(terms.sum()))
    count = int(free.sum())
    damping = 1e-10
    results = evaluate(blocks, x)
    for power in powers:
        for _ in range(steps):
            errors = [r[0] for r in results]
            value, greatest = norm(errors, power)
            hessian, gradient = np.zeros((count, count)), np.zeros(count)
            for block, (error, state) in zip(blocks, results):
                weight = (np.abs(error) / greatest) ** (power - 2)
                rows = np.flatnonzero(weight > 1e-6)
                if not rows.size:
                    continue
                jacobian = block.jacobian(state, rows, terms)[:, marked]
                hessian += jacobian.T @ (weight[rows, None] * jacobian)
                gradient += jacobian.T @ (weight[rows] * error[rows])
            scale = np.sqrt(np.diag(hessian))
            scale += 1e-10 * scale.max()
            step = None
            while step is None and damping < 1e6:
                direction = -np.linalg.solve(
                    hessian / np.outer(scale, scale) + damping * np.eye(count), gradient / scale) / scale
                for length in (1.0, 0.5, 0.2, 0.06):
                    trial = x.copy()
                    trial[free] += length * direction
                    candidate = evaluate(blocks, trial)
                    if candidate is not None and norm([r[0] for r in candidate], power)[0] < value:
                        step = trial
                        break
                else:
                    damping *= 10
            if step is None:
                break
            x, results, damping = step, candidate, max(damping / 10, 1e-10)
            if value - norm([r[0] for r in results], power)[0] < shrink * value:
                break
        damping = min(damping, 1e-3)
        print(f"  power {power}: greatest error {norm([r[0] for r in results], power)[1]:.4f} of the tolerance", flush=True)
    return x
