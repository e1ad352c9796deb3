import { expect, test } from 'vitest'
import { createWeaknessCheck, loadDictionaries } from '#server/auth/weak-passwords.ts'

const check = createWeaknessCheck()
const weakness = (password: string, known: readonly string[]) => check(password, known, 3)
const inputs = ['ana.perez@hoteles-norte.example', 'Ana', 'Pérez', 'Hoteles Norte', 'Visto Bueno']

test.each(['123456', 'password', 'Qwerty', 'barcelona', 'iloveyou', 'TEQUIERO'])(
  '«%s» is one of the most used',
  async password => {
    expect(await weakness(password, inputs)).toBe('pwned')
  },
)

test.each([
  'aaaaaaaaaaaa',
  'abcdefghijkl',
  'qwertyuiop[]',
  '1234512345',
  '12/10/1978',
  'p4$$w0rd2026',
  'contraseña1',
  'hola1234',
  'Verano2026',
  'administrador',
  'aprobado',
  'teamo123',
  'Invierno2025!',
  'a'.repeat(200),
  'AnaPerez',
  'perez2026',
  'hotelesnorte',
  'Visto Bueno 1',
  'ana.perez@hoteles-norte.example',
  'V1st0Bu3n0',
])('«%s» is guessed too soon', async password => {
  expect(await weakness(password, inputs)).toBe('characters')
})

test.each(['una-clave-larga', 'retama pálida 47', 'tres tristes tigres', 'gR7!mQz0xW', '🔑 ñandú 🔑 boj'])(
  '«%s» is good',
  async password => {
    expect(await weakness(password, inputs)).toBeNull()
  },
)

test('the bar is a hundred million guesses: ten random characters reach it, eight do not', async () => {
  for (const random of ['gR7!mQz0xW', 'x0Lw?eP2vN', 'Zt9:hvK4bQ'])
    expect(await weakness(random, inputs)).toBeNull()
  for (const random of ['gR7!mQz0', 'x0Lw?eP2']) expect(await weakness(random, inputs)).toBe('characters')
})

test('a failed load of the dictionaries is tried again with the next password', async () => {
  let loads = 0
  const fragile = createWeaknessCheck(() => {
    loads += 1
    return loads === 1 ? Promise.reject(new Error('no dictionary')) : loadDictionaries()
  })
  await expect(fragile('123456', [], 3)).rejects.toThrow('no dictionary')
  expect(await fragile('123456', [], 3)).toBe('pwned')
  expect(await fragile('gR7!mQz0xW', [], 3)).toBeNull()
  expect(loads).toBe(2)
})

test('what comes after a hundred characters neither helps nor costs', async () => {
  expect(await weakness('a'.repeat(100) + crypto.randomUUID(), inputs)).toBe('characters')
})

test('no question takes much longer than that about an ordinary password, whatever is asked', async () => {
  const of = (letters: string) =>
    Array.from({ length: 1000 }, (_, i) => letters[(i * i * 7 + i * 3) % letters.length]).join('')
  const worst = [
    '4'.repeat(1000),
    'a1'.repeat(500),
    'p4$$w0rd'.repeat(125),
    '01/02/2003'.repeat(100),
    '🔑'.repeat(500),
    '(<{[@4^/\\&8|310$5+7%2!'.repeat(50),
    of('4@(6!1|0$5+72%'),
    of('0123456789'),
    of('01/2'),
    of('aeiourst'),
  ]
  await weakness('la primera carga el diccionario', [])
  const ordinary = await leastProcessorTime('cuatro caballos verdes pastan')
  for (const password of worst)
    expect((await leastProcessorTime(password)) / ordinary, password.slice(0, 20)).toBeLessThan(12)
})

/**
 * Microseconds of this thread's processor for ten questions, the best of three: what the machine does besides is not
 * measured. Ten, because a kernel may count in steps of four milliseconds.
 */
async function leastProcessorTime(password: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 3; i++) {
    const from = process.threadCpuUsage()
    for (let asked = 0; asked < 10; asked++) await weakness(password, inputs)
    const { user, system } = process.threadCpuUsage(from)
    times.push(user + system)
  }
  return Math.min(...times)
}
