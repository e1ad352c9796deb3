import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EndedLinkPanel } from '#features/approvals/web/ended-link-panel.tsx'
import type { EndedLinkWire } from '#features/approvals/wire/decision-link.ts'

const nobody = { decision: null, byName: null, isOwn: false, at: null }

const read = (props: { why: EndedLinkWire['why']; because?: string; hasOther?: boolean }) =>
  renderToStaticMarkup(createElement(EndedLinkPanel, { ...props, ended: { ...nobody, why: props.why } }))

test('whoever the order asks for another decision is not told that nothing is left to do', () => {
  expect(read({ why: 'reassigned' })).toContain('No tienes que hacer nada.')
  expect(read({ why: 'reassigned', hasOther: true })).not.toContain('No tienes que hacer nada.')
  expect(read({ why: 'not_theirs', hasOther: true })).not.toContain('Puede que')
})

test('a seat that is not theirs is explained with the order’s own reason, where it has one', () => {
  const because = 'Ya tienes otra aprobación en esta etapa: nadie decide dos veces en la misma.'
  expect(read({ why: 'not_theirs', because })).toContain(because)
  expect(read({ why: 'not_theirs' })).toContain('Puede que falte una etapa anterior')
  expect(read({ why: 'reassigned', because })).not.toContain(because)
})
