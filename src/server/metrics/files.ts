/** Counters of files: what the scanner said of each, and how often their store failed. */
import { Counter, type Registry } from 'prom-client'
import type { FileEvent } from '#server/files/file-store.ts'

export function countFiles(registry: Registry): (event: FileEvent) => void {
  const registers = [registry]
  const scans = new Counter({
    name: 'visto_bueno_file_scans_total',
    help: 'Files given to the scanner: clean and kept, infected and refused, failed because it said neither.',
    labelNames: ['result'],
    registers,
  })
  const failures = new Counter({
    name: 'visto_bueno_file_store_failures_total',
    help: 'Files that could not be kept or opened because the folder or the bucket failed.',
    registers,
  })
  // From the first scrape there is a value, so that a rise from none is seen.
  for (const result of ['clean', 'infected', 'failed']) scans.inc({ result }, 0)
  return event => {
    if (event === 'store_failed') failures.inc()
    else scans.inc({ result: event === 'unscanned' ? 'failed' : event })
  }
}
