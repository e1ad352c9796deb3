import { expect, test } from 'vitest'
import { boundWasmMemory } from '#server/jobs/wasm-memory.ts'

test('engines grow together as far as they may, and who wanted more is known', () => {
  const { grow } = WebAssembly.Memory.prototype
  try {
    const bound = boundWasmMemory(4 * 64 * 1024)
    const [one, other] = [new WebAssembly.Memory({ initial: 1 }), new WebAssembly.Memory({ initial: 1 })]
    one.grow(1)
    other.grow(1)
    expect([one, other].map(({ buffer }) => buffer.byteLength)).toEqual([131_072, 131_072])
    expect(bound.isExceeded()).toBe(false)
    expect(() => one.grow(1)).toThrow(RangeError)
    expect([one.buffer.byteLength, bound.isExceeded()]).toEqual([131_072, true])
  } finally {
    WebAssembly.Memory.prototype.grow = grow
  }
})
