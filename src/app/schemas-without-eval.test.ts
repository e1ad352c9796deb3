import { expect, it } from 'vitest'

it('zod takes the setting made before it loads', async () => {
  await import('#app/schemas-without-eval.ts')
  const { z } = await import('zod')
  expect(z.config().jitless).toBe(true)
})
