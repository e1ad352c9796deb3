import { expect, test } from 'vitest'
import { checkPasswordLength, isBuiltOnPerson, unmetMinimum } from '#features/identity/rules/passwords.ts'

test('a password counts its characters, not their bytes', () => {
  expect(checkPasswordLength('🔑'.repeat(7), 'account')).toMatchObject({ refused: 'weak_password' })
  expect(checkPasswordLength('🔑'.repeat(8), 'account')).toBe(true)
})

test('eight characters are asked for everywhere; of fewer than six a change speaks as specified', () => {
  const told = (length: number) => [
    unmetMinimum('x'.repeat(length), 'account'),
    unmetMinimum('x'.repeat(length), 'change'),
  ]
  expect([0, 5, 6, 7, 8].map(told)).toEqual([
    [8, 6],
    [8, 6],
    [8, 8],
    [8, 8],
    [null, null],
  ])
})

const known = {
  email: 'ana.perez@hoteles-norte.example',
  name: 'Ana',
  lastName: 'Pérez Gil',
  others: ['Visto Bueno', 'Hoteles Norte S.L.'],
}

test.each([
  'ana.perez@hoteles-norte.example',
  'ANA.PEREZ',
  'anaperez1',
  'Pérez Gil',
  'perezgil26',
  'PerezGilAna',
  'Visto Bueno',
  'vistobueno!',
  'visto-bueno-26',
  'Hoteles Norte SL',
  'hotelesnortesl7',
])('«%s» is what everybody knows of Ana', password => {
  expect(isBuiltOnPerson(password, known)).toBe(true)
})

test.each(['retama pálida 47', 'vistobueno-demo-azul', 'una-clave-larga', '🔑🔑🔑🔑🔑🔑🔑🔑'])(
  '«%s» is not',
  password => {
    expect(isBuiltOnPerson(password, known)).toBe(false)
  },
)
