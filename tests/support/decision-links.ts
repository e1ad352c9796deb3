// Links of mails to approvers, as tests read them in the mails, open them and decide with them.
import { newId } from '#kernel/ids.ts'
import { openPost } from '#server/mail/post.ts'
import { origin, secret, type TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

export const mailing = { post: openPost(secret, { product: 'Visto Bueno', origin }), origin }

export function linksIn(app: TestApp) {
  const mailed = () => deliverAll(app.db, mailing)
  /** Texts of the links in the newest mail to an address. */
  const linksTo = async (address: string): Promise<string[]> => {
    const [newest] = await app.mails(address)
    return [...(newest?.text ?? '').matchAll(/\/decidir#(\S+)/g)].map(([, text = '']) => text)
  }
  const open = (link: unknown, as: string | undefined) =>
    app.ask('/api/decision-links/opening', { method: 'POST', as, body: { link } })
  const decide = (link: unknown, as: string | undefined, over: object = {}, key = newId()) =>
    app.ask('/api/decision-links/decision', {
      method: 'POST',
      as,
      body: { link, decision: 'approve', ...over },
      key,
    })
  /** An order that waits for two people, and the link that each was written. */
  const makeWorld = async (name: string) => {
    const cast = await makeCast(app, name)
    const orders = ordersOf(app, cast)
    const id = await orders.submit()
    await mailed()
    const [link = ''] = await linksTo(cast.address('aprueba0'))
    const [otherLink = ''] = await linksTo(cast.address('aprueba1'))
    const [ana = '', luis = ''] = cast.approvers
    return { cast, orders, id, link, otherLink, ana, luis }
  }
  return { mailed, linksTo, open, decide, makeWorld }
}
