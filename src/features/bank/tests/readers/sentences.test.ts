// Sentences on a file that is not believed: where the fault is, and what the file says beside what it adds up to.
import { expect, test } from 'vitest'
import { returnCodes } from '#features/bank/rules/return-codes.ts'
import { unreadableKinds } from '#features/bank/rules/unreadable.ts'
import { returnReasonText } from '#features/bank/text/return-reasons.ts'
import { unreadableTexts } from '#features/bank/text.ts'
import { refuse } from '#kernel/refusal.ts'
import { ownIban } from '#tests/support/bank-files.ts'

test('a figure that lies is told with its place and with what was found', () => {
  expect(
    unreadableTexts(
      refuse('sum_differs', { line: 7, what: 'debits', stated: '10052', found: '10051', currency: 'EUR' }),
    ),
  ).toBe('Línea 7: el archivo dice que los cargos suman 100,52\u00a0€ y suman 100,51\u00a0€.')
  expect(
    unreadableTexts(refuse('balance_differs', { iban: ownIban, stated: '-1', found: '0', currency: 'EUR' })),
  ).toBe(
    'Cuenta ES91 2100 0418 4502 0005 1332: el archivo cierra con un saldo de -0,01\u00a0€ y sus movimientos dejan 0,00\u00a0€.',
  )
  expect(unreadableTexts(refuse('count_differs', { line: 8, what: 'records', stated: 9, found: 7 }))).toBe(
    'Línea 8: el archivo dice 9 registros y tiene 7.',
  )
  expect(unreadableTexts(refuse('not_an_amount', { entry: 2, text: '1O' }))).toBe(
    'Movimiento 2: donde debía haber una cifra dice «1O».',
  )
})

test('every reason has a sentence, whatever facts it comes with', () => {
  for (const kind of unreadableKinds) expect(unreadableTexts(refuse(kind))).toMatch(/^[A-Z].{10,}\.$/)
})

test('every reason of a return has a sentence, and one of the bank’s own is shown', () => {
  for (const code of returnCodes) expect(returnReasonText(code)).toMatch(/^[A-Z].*\.$/)
  expect(returnReasonText('AC04')).toBe('La cuenta está cancelada.')
  expect(returnReasonText(null)).toBe('El banco no dice el motivo.')
  expect(returnReasonText('X9')).toBe('El banco da el motivo X9.')
})
