import type { Letter } from '#kernel/letter.ts'
import { mailOf } from '#server/mail/layout.ts'
import { mailSeal, queueMail, type Statements } from '#server/mail/queue.ts'

/** Puts a letter into the post, in the transaction of what it tells. */
export type Post = (on: Statements, letter: Letter, now: Date) => Promise<void>

export function openPost(secret: string, site: { product: string; origin: string }): Post {
  const seal = mailSeal(secret)
  return (on, letter, now) => {
    const { to, kind } = letter
    return queueMail(on, seal, { to, kind, ...mailOf({ ...letter, ...site }) }, now)
  }
}
