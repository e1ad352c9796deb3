import { expect, test } from 'vitest'
import type { SignInAnswer } from '#app/session.ts'
import { comeAgain } from '#app/sign-in/come-again.ts'

const busy: SignInAnswer = { kind: 'refused', failure: { status: 503, message: 'El sistema está ocupado.' } }
const wrong: SignInAnswer = {
  kind: 'refused',
  failure: { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
}
const secondStep: SignInAnswer = { kind: 'second-step' }

/** End of a sign-in whose server answers so, and the waits that were told. */
async function signIn(...answers: SignInAnswer[]) {
  const waits: number[] = []
  let told = 0
  const end = await comeAgain(async () => answers.shift() ?? busy, {
    onWait: () => {
      told++
    },
    wait: async ms => void waits.push(ms),
  })
  return { end, waits, told, left: answers.length }
}

test('a busy server is asked again, ever later, and each wait is told', async () => {
  expect(await signIn(busy, busy, secondStep)).toEqual({
    end: secondStep,
    waits: [2_000, 4_000],
    told: 2,
    left: 0,
  })
})

test('a server that stays busy is asked three times, no more', async () => {
  expect(await signIn(busy, busy, busy, secondStep)).toMatchObject({ end: busy, told: 2, left: 1 })
})

test('a wrong password is never sent twice', async () => {
  expect(await signIn(wrong, secondStep)).toEqual({ end: wrong, waits: [], told: 0, left: 1 })
})
