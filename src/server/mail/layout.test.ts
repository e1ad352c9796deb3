import { describe, expect, test } from 'vitest'
import { type MailContent, renderMail } from '#server/mail/layout.ts'

const url = 'https://vb.example/login?source=reset_email&code=abc_-123'
const recovery: MailContent = {
  subject: 'Restablece tu contraseña',
  greeting: 'Hola, Ana:',
  paragraphs: ['Has pedido cambiar tu contraseña.', 'El enlace vale una hora.'],
  action: { label: 'Cambiar la contraseña', url },
  after: ['Si no has sido tú, no hagas nada.'],
  product: 'Visto Bueno',
  origin: 'https://vb.example',
}

test('the plain part says everything, the link on a line of its own', () => {
  expect(renderMail(recovery).text).toBe(`Hola, Ana:

Has pedido cambiar tu contraseña.

El enlace vale una hora.

Cambiar la contraseña:
${url}

Si no has sido tú, no hagas nada.

-- 
Visto Bueno · https://vb.example
`)
})

test('the HTML part is Spanish, suits the dark, loads nothing, and leads where the plain part leads', () => {
  const { html } = renderMail(recovery)
  expect(html).toMatch(/^<!doctype html><html lang="es">/)
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i)
  const leads = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  expect(leads).toEqual([url, url, 'https://vb.example'])
})

describe('a name can do no harm', () => {
  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</p></body><h1>Otro correo',
    '&lt;b&gt;',
  ])('%s', name => {
    const { html, text } = renderMail({ ...recovery, greeting: `Hola, ${name}:`, subject: `De ${name}` })
    const tags = (page: string) => page.match(/<\/?[a-z0-9]+/gi)
    expect(tags(html)).toEqual(tags(renderMail(recovery).html))
    expect(text).toContain(`Hola, ${name}:\n`)
  })

  test('with line breaks: no header, no paragraph of its own', () => {
    const name = 'Ana\r\nBcc: todos@vb.example\n\nHaz clic\u2028aquí\u0000\u0085'
    const { subject, text } = renderMail({
      ...recovery,
      subject: `Te invita ${name}`,
      greeting: `Hola, ${name}:`,
    })
    expect(subject).toBe('Te invita Ana Bcc: todos@vb.example Haz clic aquí')
    expect(text.split('\n')[0]).toBe('Hola, Ana Bcc: todos@vb.example Haz clic aquí :')
  })

  test('with marks that turn the direction of what follows', () => {
    expect(renderMail({ ...recovery, greeting: 'Hola, \u202eanA\u2066:' }).text).toContain('Hola, anA:')
  })

  test('of any length: a subject stays a subject', () => {
    expect(renderMail({ ...recovery, subject: 'x'.repeat(5000) }).subject).toHaveLength(200)
  })
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/login', ''])('a button never leads to %j', bad => {
  expect(() => renderMail({ ...recovery, action: { label: 'Entrar', url: bad } })).toThrow()
})
