import os from 'node:os'

/**
 * Lowers the priority of the calling thread, on Linux; elsewhere a priority belongs to the whole process and stays as
 * it is.
 */
export function lowerPriority(priority: number): void {
  if (process.platform !== 'linux') return
  try {
    // For the system call, process 0 is the calling thread. Node's shared pools were started before and stay as they are.
    os.setPriority(0, priority)
  } catch {
    // Where lowering is forbidden, this work competes with everything else: slower, not wrong.
  }
}
