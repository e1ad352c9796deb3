import type { ComponentType } from 'react'
import { late } from '#ui/late.ts'

/**
 * Part of a screen whose code is loaded apart. Where `load` has ended before, `part` is there at once: a lazy component
 * alone would show its placeholder for a moment, and move what is below. Callers keep the result of `part` in a
 * `useState`, so that the component stays the same while it is mounted.
 */
export function loadedAhead<Props extends object>(read: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | null = null
  const load = async (): Promise<ComponentType<Props>> => {
    ready = await read()
    return ready
  }
  const part = late(load)
  return { load, part: (): ComponentType<Props> => ready ?? part }
}
