import { expect, test } from 'vitest'
import { whileSigningIn } from '#app/sign-in/while-signing-in.ts'

test('a form that signs in is free again however it ends', async () => {
  const told: boolean[] = []
  const tell = (isSigningIn: boolean) => void told.push(isSigningIn)
  await whileSigningIn(tell, async () => void expect(told).toEqual([true]))
  expect(told).toEqual([true, false])
  await expect(
    whileSigningIn(tell, async () => {
      throw new Error('the next screen did not load')
    }),
  ).rejects.toThrow('the next screen did not load')
  expect(told).toEqual([true, false, true, false])
})
