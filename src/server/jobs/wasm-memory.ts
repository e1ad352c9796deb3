const bytesOfBlock = 64 * 1024

/**
 * Makes WebAssembly of this thread fail to grow beyond a number of bytes, all engines together, as on a machine without
 * memory: the thread's own limits do not count it.
 */
export function boundWasmMemory(bytes: number): void {
  const grow = WebAssembly.Memory.prototype.grow
  const grown = new Map<WebAssembly.Memory, number>()
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, blocks: number) {
    grown.set(this, this.buffer.byteLength + blocks * bytesOfBlock)
    if (sum(grown.values()) > bytes) {
      grown.set(this, this.buffer.byteLength)
      throw new RangeError('too much memory')
    }
    return grow.call(this, blocks)
  }
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, each) => total + each, 0)
