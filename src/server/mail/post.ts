import type { Letter } from '#kernel/letter.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { renderMail } from '#server/mail/layout.ts'
import { mailSeal, queueMail, type Statements } from '#server/mail/queue.ts'

/** Queues a letter, in the transaction of the change that it announces. */
export type Post = (on: Statements, letter: Letter, now: Date) => Promise<void>

/** Opens the post: letters are laid out with the product's name and sealed with the program's secret. */
export function openPost(secret: Secret, site: { product: string; origin: string }): Post {
  const seal = mailSeal(secret)
  return (on, letter, now) => {
    const { to, kind } = letter
    return queueMail(on, seal, { to, kind, ...renderMail({ ...letter, ...site }) }, now)
  }
}
