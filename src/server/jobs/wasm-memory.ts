const bytesOfBlock = 64 * 1024

/**
 * Makes WebAssembly of this thread fail to grow beyond a number of bytes, all engines together, as on a machine without
 * memory: the thread's own limits do not count it. Returns whether one wanted more than it may have, because an engine
 * may go on without it and find nothing.
 */
export function boundWasmMemory(bytes: number): { readonly isExceeded: () => boolean } {
  let isExceeded = false
  const grow = WebAssembly.Memory.prototype.grow
  const grown = new Map<WebAssembly.Memory, number>()
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, blocks: number) {
    grown.set(this, this.buffer.byteLength + blocks * bytesOfBlock)
    if (sum(grown.values()) > bytes) {
      grown.set(this, this.buffer.byteLength)
      isExceeded = true
      throw new RangeError('too much memory')
    }
    return grow.call(this, blocks)
  }
  return { isExceeded: () => isExceeded }
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, each) => total + each, 0)
