/**
 * Help pages: Markdown of `docs/ayuda`, read when the browser's half is built. The browser gets blocks that React
 * renders, never HTML, so the content security policy stays as it is and no Markdown library is sent.
 */
import fs from 'node:fs'
import { resolve } from 'node:path'
import { lexer, type Token } from 'marked'
import type { Plugin } from 'vite'
import type { HelpInline, HelpTask } from '#app/help-task.ts'

export const helpFolder = resolve(import.meta.dirname, '../docs/ayuda')

/** Tasks of the help in the order of their files, each picture with its file's name. A page that is not title, summary, picture and steps is refused. */
export function readHelp(): HelpTask[] {
  const files = fs.readdirSync(helpFolder).filter(name => name.endsWith('.md'))
  return files.toSorted().map(file => toTask(file, fs.readFileSync(resolve(helpFolder, file), 'utf8')))
}

function toTask(file: string, markdown: string): HelpTask {
  const [title, summary, shown, steps, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space')
  const picture = childrenOf(shown)[0]
  if (title?.type !== 'heading' || summary?.type !== 'paragraph' || picture?.type !== 'image')
    throw new Error(`${file}: a help page begins with title, summary and picture`)
  if (steps?.type !== 'list' || !steps.ordered || rest.length > 0)
    throw new Error(`${file}: a help page ends with its numbered steps`)
  const items: readonly Token[] = steps.items
  return {
    id: file.replace(/^\d+-|\.md$/g, ''),
    title: title.text,
    summary: childrenOf(summary).map(token => toInline(file, token)),
    picture: { address: picture.href, alt: picture.text },
    steps: items.map(item => childrenOf(childrenOf(item)[0]).map(token => toInline(file, token))),
  }
}

const childrenOf = (token: Token | undefined): readonly Token[] =>
  token && 'tokens' in token ? (token.tokens ?? []) : []

function toInline(file: string, token: Token): HelpInline {
  switch (token.type) {
    case 'text':
      return { kind: 'text', text: token.text }
    case 'strong':
      return { kind: 'button', text: token.text }
    case 'codespan':
      return { kind: 'key', text: token.text }
    case 'link':
      return { kind: 'link', text: token.text, to: token.href }
    default:
      throw new Error(`${file}: ${token.type} is not used in help pages`)
  }
}

const id = 'virtual:help'

/** Module `virtual:help`: the tasks, each with the address of its picture. */
export function helpPages(): Plugin {
  return {
    name: 'help-pages',
    resolveId: source => (source === id ? `\0${id}` : null),
    load(loaded) {
      if (loaded !== `\0${id}`) return null
      const tasks = readHelp()
      const imports = tasks.map(
        ({ picture }, index) =>
          `import p${index} from ${JSON.stringify(resolve(helpFolder, picture.address))}`,
      )
      const listed = tasks.map(({ picture, ...task }, index) => {
        const rest = JSON.stringify(task).slice(0, -1)
        return `${rest},"picture":{"address":p${index},"alt":${JSON.stringify(picture.alt)}}}`
      })
      return `${imports.join('\n')}\nexport const tasks = [${listed.join(',\n')}]`
    },
  }
}
