// The links in the mails that a program sent.
import { expect } from '@playwright/test'

/** The link in the newest mail of a kind, as soon as there is one that is not the one before it. */
export type LinkIn = (email: string, kind: string, before?: string) => Promise<string>

/** Reads the mails of a program. */
export const linksOf =
  (origin: string): LinkIn =>
  async (email, kind, before) => {
    let link: string | undefined
    await expect(async () => {
      const answer = await fetch(`${origin}/dev/outbox.json?to=${encodeURIComponent(email)}`)
      const mails: { kind: string; links: string[] }[] = await answer.json()
      link = mails.find(mail => mail.kind === kind)?.links[0]
      expect(link).toBeDefined()
      expect(link).not.toBe(before)
    }).toPass({ timeout: 10_000 })
    return link ?? ''
  }
