// Results as tables of Markdown, to read on the screen and to copy into a README.
import { appendFileSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const folder = process.env.SCRIBA_BENCH_RESULTS ?? join(root, 'build/bench-results')

/** Prints a table and adds it to the results of this run. */
export function report(title, columns, rows) {
  const cells = [columns, columns.map((_, i) => (i ? '---:' : '---')), ...rows]
  const text = `### ${title}\n\n${cells.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`
  console.log(text)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, 'results.md'), `${text}\n`)
}

export const median = (numbers) => quantile(numbers, 0.5)

/** The nearest-rank quantile. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]
}

/** A number as the tables show it: three digits that mean something. */
export const short = (number) => (number >= 100 ? Math.round(number).toLocaleString('en') : number.toPrecision(3))
