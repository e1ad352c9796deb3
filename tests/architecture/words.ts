// Spanish words of screens, mails, papers and sheets: one for each thing. The specification's own texts stay as they are.
import type { Source } from './sources.ts'

/** Words that are not used, with the one that is. `\\b` knows no accents, so that letters are named. */
const unused: readonly { word: RegExp; instead: string }[] = [
  { word: /(?<!\p{L})importes?(?!\p{L})/iu, instead: 'monto' },
  { word: /(?<!\p{L})avisos?(?![\p{L}@])/iu, instead: 'notificación' },
  { word: /(?<!\p{L})situaci(ón|ones)(?!\p{L})/iu, instead: 'estado' },
  { word: /(?<!\p{L})trazas?(?!\p{L})/iu, instead: 'registro' },
  { word: /(?<!\p{L})impersona(r|ción|ndo)?(?!\p{L})/iu, instead: 'ver como' },
  { word: /(?<!\p{L})[KM]iB(?!\p{L})/u, instead: 'MB' },
  { word: /(?<!\p{L})ingresar(?!\p{L})/iu, instead: 'iniciar sesión' },
  { word: /(?<!\p{L})ficheros?(?!\p{L})/iu, instead: 'archivo' },
]

/** Texts of the specification, to the letter. */
const prescribed = [
  'Impersonar empresa',
  'Salir del modo impersonar',
  'Solo los administradores pueden impersonar clientes',
  'Ingresar a mi cuenta',
]

/** Code names and addresses are no texts: a text has a space, a capital or an accent. */
const isText = (text: string) => /[\s\p{Lu}áéíóúñ]/u.test(text.trim())

/** The words to use instead of those in a text that are not used; empty for a text in order. */
export function otherWordsFor(text: string): string[] {
  const own = prescribed.reduce((rest, words) => rest.replaceAll(words, ''), text)
  return unused.filter(({ word }) => word.test(own)).map(({ instead }) => instead)
}

function unusedWords(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => /^src\/(?!demo\/).*(?<!\.test)\.tsx?$/.test(path))
    .flatMap(({ path, strings, shown }) =>
      [...strings.filter(({ text }) => isText(text)), ...shown].flatMap(({ text, line }) =>
        otherWordsFor(text).map(instead => `${path}:${line}: the screens say «${instead}»`),
      ),
    )
}

/** Screens where a password is chosen, without the hint of the one rule. */
function passwordsWithoutTheRule(sources: Source[]): string[] {
  return sources
    .filter(({ path, text }) => path.startsWith('src/') && text.includes('autoComplete="new-password"'))
    .filter(({ text }) => !text.includes('passwordHint'))
    .map(({ path }) => `${path}: whoever chooses a password reads \`passwordHint\``)
}

export const wordRules = [
  {
    promise: 'one rule for passwords on every screen where one is chosen',
    check: passwordsWithoutTheRule,
    bad: [
      {
        'src/app/a.tsx':
          'const a = <PasswordField autoComplete="new-password" hint="Al menos 6 caracteres" />',
      },
    ],
    good: {
      'src/app/a.tsx': 'const a = <PasswordField autoComplete="new-password" hint={passwordHint} />',
      'src/app/b.tsx': 'const b = <PasswordField autoComplete="current-password" />',
    },
  },
  {
    promise: 'one word for each thing on screens, in mails, papers and sheets',
    check: unusedWords,
    bad: [
      { 'src/ui/a.tsx': 'const a = <p>Escribe un importe.</p>' },
      { 'src/features/documents/web/text.ts': "const a = 'Importe máximo'" },
      { 'src/features/documents/text.ts': 'const a = `Sin importes`' },
      { 'src/app/shell/a.tsx': 'const a = <Popover title="Avisos" />' },
      { 'src/features/documents/list.ts': "const a = { header: 'Situación' }" },
      { 'src/features/audit/views/a.ts': "const a = 'Traza'" },
      { 'src/app/pages/a.tsx': 'const a = <p>Deja de impersonar</p>' },
      { 'src/features/files/web/a.tsx': 'const a = <p>Hasta 10 MiB</p>' },
      { 'src/features/bank/text.ts': "const a = 'El fichero está vacío.'" },
    ],
    good: {
      'src/app/pages/a.tsx': 'const a = <A label="Impersonar empresa">Ingresar a mi cuenta</A>',
      'src/ui/a.tsx': "const a = <p>Escribe un monto.</p>\nconst b = { email: 'importes' }",
    },
  },
]
