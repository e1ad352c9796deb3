// Columns of a file, told apart by their headings.
import { describe, expect, test } from 'vitest'
import { matchColumns, missingColumns, soundColumns } from '#features/imports/rules/columns.ts'

describe('columns are known by their headings', () => {
  test('capitals, accents, spaces and signs aside', () => {
    const headings = ['  TELEFONO ', 'correo-electrónico', 'N.I.F.', 'nombre', 'Notas']
    expect(matchColumns('providers', headings)).toEqual({ name: 3, taxId: 2, email: 1, phone: 0 })
  })

  test('other names that people use count where the own one is missing, and a column is of one field', () => {
    expect(matchColumns('providers', ['Razón social', 'CIF'])).toEqual({ name: 0, taxId: 1 })
    expect(matchColumns('providers', ['Razón social', 'Nombre'])).toEqual({ name: 1 })
    expect(matchColumns('people', ['Nombre', 'Apellidos', 'E-mail', 'Perfil'])).toEqual({
      name: 0,
      lastName: 1,
      email: 2,
      role: 3,
    })
  })

  test('a needed field without a column is named', () => {
    expect(missingColumns('clients', { name: 0 })).toEqual(['Correo electrónico'])
    expect(missingColumns('clients', { name: 0, email: 1 })).toEqual([])
  })
})

test('a choice names fields of the kind, columns that exist, and none twice', () => {
  const headings = ['a', 'b']
  expect(soundColumns('providers', headings, { name: 1, taxId: 0 })).toBe(true)
  for (const wrong of [{ name: 2 }, { name: -1 }, { name: 0, taxId: 0 }, { constructor: 0 }, { lastName: 0 }])
    expect(soundColumns('providers', headings, wrong)).toBe(false)
})
