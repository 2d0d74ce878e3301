/**
 * The solution of a system of linear equations whose matrix is symmetric and positive definite, by Cholesky's method.
 * `matrix` has the lower half, row `i` with `i + 1` numbers, and is used up.
 */
export function solve(matrix: Float64Array[], right: number[]): Float64Array {
  const at = (i: number, j: number) => (matrix[i] as Float64Array)[j] as number
  const solution = Float64Array.from(right)
  for (const [i, row] of matrix.entries()) {
    for (let j = 0; j <= i; j++) {
      const other = matrix[j] as Float64Array
      let rest = row[j] as number
      for (let k = 0; k < j; k++) rest -= (row[k] as number) * (other[k] as number)
      row[j] = j < i ? rest / (other[j] as number) : Math.sqrt(rest)
    }
    let rest = solution[i] as number
    for (let k = 0; k < i; k++) rest -= (row[k] as number) * (solution[k] as number)
    solution[i] = rest / (row[i] as number)
  }
  for (let i = matrix.length - 1; i >= 0; i--) {
    let rest = solution[i] as number
    for (let k = i + 1; k < matrix.length; k++) rest -= at(k, i) * (solution[k] as number)
    solution[i] = rest / at(i, i)
  }
  return solution
}
