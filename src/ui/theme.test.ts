import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
const light = tokensOf(/@theme \{([\s\S]*?)\n\}/)
const dark = { ...light, ...tokensOf(/\.dark \{([\s\S]*?)\n {2}\}/) }

const grounds = ['page', 'surface', 'sunken', 'hover']
const texts = ['ink', 'ink-soft', 'ink-faint', 'accent', 'positive', 'caution', 'negative', 'info']
const tones = ['accent', 'positive', 'caution', 'negative', 'info']

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_, tokens) => {
  it.each(texts.flatMap(text => grounds.map(ground => [text, ground])))(
    'lets %s be read on %s',
    (text, ground) => {
      expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(tones)('lets %s and ink be read on the soft ground of %s', tone => {
    expect(contrast(tokens[tone], tokens[`${tone}-soft`])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens.ink, tokens[`${tone}-soft`])).toBeGreaterThanOrEqual(4.5)
  })

  it('lets the text of solid buttons be read', () => {
    expect(contrast(tokens['on-accent'], tokens.accent)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens['on-accent'], tokens['accent-strong'])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens['on-negative'], tokens['negative-solid'])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['positive', 'caution', 'negative', 'info'])('lets a bar in %s be told from its ground', tone => {
    expect(contrast(tokens[`${tone}-solid`], tokens.surface)).toBeGreaterThanOrEqual(3)
  })

  it('lets the edge of a field be seen', () => {
    expect(contrast(tokens['line-strong'], tokens.surface)).toBeGreaterThanOrEqual(3)
    expect(contrast(tokens['line-strong'], tokens.page)).toBeGreaterThanOrEqual(3)
  })
})

function tokensOf(block: RegExp): Record<string, string> {
  const body = block.exec(css)?.[1] ?? ''
  return Object.fromEntries(
    [...body.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}

function contrast(a = '', b = ''): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(start => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map(channel => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
