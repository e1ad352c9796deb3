import os from 'node:os'

/**
 * Lowers the priority of the thread that calls it, on Linux; elsewhere a priority belongs to the whole program
 * and stays as it is.
 */
export function giveWay(priority: number): void {
  if (process.platform !== 'linux') return
  try {
    // In Node a thread is its own «process 0» to the system call. Pools that others use were started before.
    os.setPriority(0, priority)
  } catch {
    // Where that is forbidden, this work competes with everything else: slower, not wrong.
  }
}
