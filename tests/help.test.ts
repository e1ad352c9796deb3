// The help is written by hand: it says what the screens say, in their words.
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { otherWordsFor } from './architecture/words.ts'

const folder = new URL('../docs/ayuda/', import.meta.url)

test('the help uses the words of the screens', () => {
  const pages = fs.readdirSync(folder).filter(file => file.endsWith('.md'))
  expect(pages.length).toBeGreaterThan(5)
  for (const page of pages)
    expect(otherWordsFor(fs.readFileSync(new URL(page, folder), 'utf8')), page).toEqual([])
  expect(otherWordsFor('Mira los avisos y el importe.')).toEqual(['monto', 'notificación'])
})
