import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { Painted } from '#server/pictures/painter.ts'
import { paint } from '#server/pictures/painter.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { endlessPage, pdfOf, quarterBlack, strange, undrawable } from '#tests/support/hostile-pdfs.ts'
import { seen } from '#tests/support/seen.ts'

const mediaType = 'application/pdf'
const good = await quarterBlack()
const patient = { timeout: 90_000 }
const bounds = { computingMs: 20_000, waitingMs: 80_000, memory: 384 * 1024 * 1024 }

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-pictures-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  return folder
}

type Drawing = Partial<Parameters<typeof openPictures>[0]>

const picturesOf = (bytes: Buffer, options: Drawing = {}) =>
  openPictures({
    folder: newFolder(),
    files: { read: async () => Readable.from([bytes]) },
    patienceMs: 80_000,
    onFailure: () => {},
    drawsPhotos: true,
    ...options,
  })

const seenIn = (picture: Painted | null | 'coming') => {
  if (picture === null || picture === 'coming') throw new Error(`${picture} instead of a picture`)
  return seen(picture.jpeg)
}

const someFile = (companyId = newId()) => ({ companyId, id: newId(), mediaType, size: 1, sha256: '' })

/** Draws when it is told to, and says of which company it was asked in which order. */
function slowPainter() {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const draw = async ({ bytes }: { bytes: Uint8Array }): Promise<Painted> => {
    asked.push(Buffer.from(bytes).toString())
    await new Promise<void>(resolve => waiting.push(resolve))
    return { width: 1, height: 1, pages: 1, jpeg: new Uint8Array([1]) }
  }
  const goOn = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.()
  }
  return { asked, draw, goOn }
}

test('a page becomes a picture of its proportions, with everything in its place', patient, async () => {
  const picture = await picturesOf(good).of(someFile())
  expect(picture).toMatchObject({ width: 1414, height: 2000, pages: 1 })
  const { width, height, lightAt } = seenIn(picture)
  expect([width, height]).toEqual([1414, 2000])
  expect(lightAt(0.25, 0.25)).toBeLessThan(20)
  for (const [x, y] of [
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const)
    expect(lightAt(x, y)).toBeGreaterThan(235)
})

test('a page that lies is drawn lying, and what was stamped on it is seen', patient, async () => {
  const lying = await pdfOf({ layout: 'landscape' }, page =>
    page.highlight(0, 0, 842, 300, { color: 'black' }),
  )
  const picture = await picturesOf(lying).of(someFile())
  expect(picture).toMatchObject({ width: 1600, height: 1131 })
  expect(seenIn(picture).lightAt(0.5, 0.2)).toBeLessThan(235)
})

test('of fifty pages the first is drawn, and they are counted', patient, async () => {
  const [first, ...others] = Array.from({ length: 50 }, (_, index) => (page: PDFKit.PDFDocument) => {
    if (index === 0) page.rect(0, 0, 595, 842).fill('black')
    else page.text(`Página ${index + 1}`)
  })
  const picture = await picturesOf(await pdfOf({}, ...(first ? [first] : []), ...others)).of(someFile())
  expect(picture).toMatchObject({ pages: 50 })
  expect(seenIn(picture).lightAt(0.5, 0.5)).toBeLessThan(20)
})

test.each(await undrawable())(
  'of a PDF %s there is no picture, and the next one is drawn',
  patient,
  async (_, bytes) => {
    const failures: unknown[] = []
    const pictures = picturesOf(bytes, { onFailure: (_file, why) => failures.push(why) })
    expect(await pictures.of(someFile())).toBeNull()
    expect(failures).toHaveLength(1)
    expect(await picturesOf(good).of(someFile())).toMatchObject({ width: 1414 })
  },
)

test.each(strange())('of a PDF %s the picture is no larger than any other', patient, async (_, bytes) => {
  const picture = await picturesOf(bytes).of(someFile())
  const { width, height } = seenIn(picture)
  expect(width).toBeLessThanOrEqual(1600)
  expect(height).toBeLessThanOrEqual(2000)
})

const photo = fs.readFileSync('tests/support/quarter-black.heic')
const photoFile = () => ({ ...someFile(), mediaType: 'image/heic' })

test(
  'a photo of a telephone is read by nobody unless the operator asks for it, also one that was drawn before',
  patient,
  async () => {
    const folder = newFolder()
    const file = photoFile()
    await picturesOf(photo, { folder }).of(file)
    let read = 0
    const files = {
      read: async () => {
        read++
        return Readable.from([photo])
      },
    }
    for (const one of [file, photoFile()])
      expect(await picturesOf(photo, { folder, files, drawsPhotos: false }).of(one)).toBeNull()
    expect(read).toBe(0)
  },
)

test('a photo of a telephone becomes a picture that any browser shows', patient, async () => {
  const picture = await picturesOf(photo).of(photoFile())
  expect(picture).toMatchObject({ width: 320, height: 240, pages: 1 })
  const { lightAt } = seenIn(picture)
  expect(lightAt(0.25, 0.25)).toBeLessThan(20)
  expect(lightAt(0.75, 0.25)).toBeGreaterThan(235)
  expect(lightAt(0.25, 0.75)).toBeGreaterThan(235)
})

test.each([
  ['cut off', photo.subarray(0, 700)],
  ['that says it is larger than a wall', claiming(60_000, 60_000)],
  ['that is something else', good],
])('of a photo %s there is no picture', patient, async (_, bytes) => {
  expect(await picturesOf(bytes).of(photoFile())).toBeNull()
})

/** The photo with another size in its head. */
function claiming(width: number, height: number): Buffer {
  const changed = Buffer.from(photo)
  const size = changed.indexOf('ispe') + 8
  changed.writeUInt32BE(width, size)
  changed.writeUInt32BE(height, size + 4)
  return changed
}

test('what takes too long to draw is given up, wherever the engine is', patient, async () => {
  const drawing = paint({ bytes: endlessPage(), mediaType }, { ...bounds, computingMs: 500 })
  await expect(drawing).rejects.toThrow('too much to draw')
})

test('what asks for more memory than there is for it is given up', patient, async () => {
  const narrow = paint({ bytes: good, mediaType }, { ...bounds, memory: 20 * 1024 * 1024 })
  await expect(narrow).rejects.toThrow(/no memory|Aborted/)
})

test('a machine that is too busy says so, and nothing is held against the file', patient, async () => {
  const file = someFile()
  const folder = newFolder()
  const tired = picturesOf(good, { folder, draw: job => paint(job, { ...bounds, waitingMs: 1 }) })
  expect(await tired.of(file)).toBe('coming')
  expect(await picturesOf(good, { folder }).of(file)).toMatchObject({ width: 1414 })
})

test('thirty who ask at once for one picture have it drawn once, and it is kept', patient, async () => {
  const { asked, draw, goOn } = slowPainter()
  const file = someFile()
  const folder = newFolder()
  const pictures = picturesOf(Buffer.from('a'), { folder, draw })
  const all = Array.from({ length: 30 }, () => pictures.of(file))
  await goOn()
  for (const picture of await Promise.all(all)) expect(picture).toMatchObject({ width: 1, height: 1 })
  // Another copy of the program, on the same folder.
  const neighbour = picturesOf(Buffer.from('a'), { folder, draw })
  expect(await neighbour.of(file)).toMatchObject({ width: 1, jpeg: Buffer.from([1]) })
  expect(asked).toHaveLength(1)
})

test('what one company has drawn does not hold back another', async () => {
  const { asked, draw, goOn } = slowPainter()
  const [many, few] = [newId(), newId()]
  const files = { read: async (companyId: string) => Readable.from([Buffer.from(companyId)]) }
  const pictures = picturesOf(good, { files, draw, atOnce: 1 })
  const ofMany = Array.from({ length: 5 }, () => pictures.of(someFile(many)))
  await expect.poll(() => asked).toEqual([many])
  const ofFew = pictures.of(someFile(few))
  await goOn()
  await expect.poll(() => asked).toHaveLength(2)
  await goOn()
  await ofFew
  expect(asked.slice(0, 3).filter(company => company === few)).toHaveLength(1)
  for (let left = 3; left > 0; left--) await goOn()
  await goOn()
  await Promise.all(ofMany)
})

test('past the end of the queue people are told to come back', async () => {
  const { draw, goOn } = slowPainter()
  const pictures = picturesOf(good, { draw, atOnce: 1 })
  const companyId = newId()
  const all = Array.from({ length: 20 }, () => pictures.of(someFile(companyId)))
  for (let drawn = 0; drawn < 17; drawn++) await goOn()
  const told = (await Promise.all(all)).filter(picture => picture === 'coming')
  expect(told).toHaveLength(3)
})

test('nobody waits for ever: the picture is there when they ask again', async () => {
  const { asked, draw, goOn } = slowPainter()
  const file = someFile()
  const pictures = picturesOf(good, { draw, patienceMs: 10 })
  expect(await pictures.of(file)).toBe('coming')
  await goOn()
  await expect.poll(() => pictures.of(file)).toMatchObject({ width: 1 })
  expect(asked).toHaveLength(1)
})

test('what could not be drawn is tried again the next day, not before', async () => {
  const folder = newFolder()
  const file = someFile()
  let tries = 0
  const draw = () => Promise.reject(new Error(`try ${++tries}`))
  const pictures = picturesOf(good, { folder, draw })
  for (let asked = 0; asked < 3; asked++) expect(await pictures.of(file)).toBeNull()
  expect(tries).toBe(1)
  const yesterday = new Date(Date.now() - 25 * 3600 * 1000)
  fs.utimesSync(path.join(folder, file.companyId, file.id), yesterday, yesterday)
  expect(await pictures.of(file)).toBeNull()
  expect(tries).toBe(2)
})

test('what a crash left half of is drawn again', async () => {
  const folder = newFolder()
  const file = someFile()
  const draw = async () => ({ width: 1, height: 1, pages: 1, jpeg: new Uint8Array([1]) })
  const pictures = picturesOf(good, { folder, draw })
  await pictures.of(file)
  fs.writeFileSync(path.join(folder, file.companyId, file.id), '')
  expect(await pictures.of(file)).toMatchObject({ width: 1 })
})
