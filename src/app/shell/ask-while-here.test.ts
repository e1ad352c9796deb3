import { describe, expect, test } from 'vitest'
import { askWhileHere } from '#app/shell/ask-while-here.ts'

/** A browser in which somebody works, and a dialog that stands open until it is answered or taken away. */
function browser() {
  let who = 'ana'
  const listeners = new Set<() => void>()
  const dialogs: { readonly answer: (is: boolean) => void; isOpen: boolean }[] = []
  const ask = askWhileHere({
    whoWorksWhere: () => who,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  return {
    dialogs,
    listeners,
    worksNow: (next: string) => {
      who = next
      for (const listener of listeners) listener()
    },
    asked: () =>
      ask(
        over =>
          new Promise(resolve => {
            const dialog = {
              isOpen: true,
              answer: (is: boolean) => {
                dialog.isOpen = false
                resolve(is)
              },
            }
            over.addEventListener('abort', () => dialog.answer(false))
            dialogs.push(dialog)
          }),
      ),
  }
}

describe('a question to whoever is signed in', () => {
  test('is asked once of several calls, and again of a later one', async () => {
    const { asked, dialogs } = browser()
    const both = [asked(), asked()]
    expect(dialogs).toHaveLength(1)
    dialogs[0]?.answer(true)
    expect(await Promise.all(both)).toEqual([true, true])
    const later = asked()
    dialogs[1]?.answer(false)
    expect(await later).toBe(false)
  })

  test.each(['nobody', 'luis', 'ana elsewhere'])('is taken away when %s works here', async next => {
    const { asked, dialogs, worksNow, listeners } = browser()
    const answer = asked()
    worksNow('ana')
    expect(dialogs[0]?.isOpen).toBe(true)
    worksNow(next)
    expect(dialogs[0]?.isOpen).toBe(false)
    expect(await answer).toBe(false)
    expect(listeners.size).toBe(0)
  })

  test('that another person left open is asked anew of the next', async () => {
    const { asked, dialogs, worksNow } = browser()
    const first = asked()
    worksNow('luis')
    const second = asked()
    dialogs[1]?.answer(true)
    expect(await first).toBe(false)
    expect(await second).toBe(true)
  })

  test('that was answered by one person is no answer of another', async () => {
    const { asked, dialogs, worksNow } = browser()
    const answer = asked()
    dialogs[0]?.answer(true)
    worksNow('luis')
    expect(await answer).toBe(false)
  })
})
