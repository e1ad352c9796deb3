import { useState } from 'react'

/**
 * Rows without those that this person has just dealt with, which the list still names until it is read again. A row is
 * known by its version: one that comes back has changed since, and is shown.
 */
export function useUnsettled<Row>(rows: readonly Row[], version: (row: Row) => string) {
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  return {
    unsettled: rows.filter(row => !settled.has(version(row))),
    settle: (done: readonly Row[]) => setSettled(before => new Set([...before, ...done.map(version)])),
  }
}
