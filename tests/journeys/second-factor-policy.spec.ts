import { demoPassword } from '../../src/demo/password.ts'
import { startDemo } from '../support/demo-data.ts'
import { enrol } from './factor.ts'
import { wellMade } from './journey.ts'
import { expect, settings, signIn, test, toast } from './people.ts'

test('a company asks a second factor of whoever decides: an approver makes one and goes on', async ({
  visit,
}) => {
  // The policy is of the whole company: a program of its own.
  const demo = await startDemo(settings)
  try {
    const admin = await visit(`${demo.origin}/empresa/settings`)
    await signIn(admin, 'empresa@demo.example', demoPassword)
    const card = admin.getByRole('region', { name: 'Verificación en dos pasos' })
    const open = async () => {
      await admin.getByRole('region', { name: 'Responsables de presupuesto' }).scrollIntoViewIfNeeded()
      await card.scrollIntoViewIfNeeded()
      await expect(card.getByText(/^\d+ personas; \d+ aún no la tienen$/).first()).toBeVisible()
    }

    await test.step('an administrator without one is sent to make it first', async () => {
      await open()
      await card.getByRole('radio', { name: /^También a quien decide/ }).check()
      await expect(card.getByText(/^Activa antes tu verificación/)).toBeVisible()
      const save = card.getByRole('button', { name: 'Guardar regla' })
      await expect(save).toHaveAttribute('aria-disabled', 'true')
      await card.getByRole('link', { name: 'Ir a mi perfil' }).click()
      await admin.getByRole('button', { name: 'Salir sin guardar' }).click()
      await expect(admin).toHaveURL(/\/empresa\/profile$/)
      await enrol(admin)
    })

    await test.step('and chooses it then, told how many people it sends to their profile', async () => {
      await admin.goto(`${demo.origin}/empresa/settings`)
      await open()
      await card.getByRole('radio', { name: /^También a quien decide/ }).check()
      await expect(
        card.getByText(/^Al guardar, \d+ personas que aún no la tienen irán a su perfil/),
      ).toBeVisible()
      await wellMade(admin)
      await card.getByRole('button', { name: 'Guardar regla' }).click()
      await expect(toast(admin, 'Verificación en dos pasos guardada')).toBeVisible()
      await expect(card.getByRole('radio', { name: /^También a quien decide/ })).toBeChecked()
    })

    const order = `${demo.origin}/client/projects/PRJ-001/documents/DOC-016`
    const approver = await visit(order)
    const refused: string[] = []
    approver.on('response', answer => {
      if (answer.status() === 403) refused.push(new URL(answer.url()).pathname)
    })
    await signIn(approver, 'marta@demo.example', demoPassword)

    await test.step('an approver is led to the profile, which says who asks and why', async () => {
      await expect(approver).toHaveURL(/\/client\/profile$/)
      await expect(approver.getByText(/ la pide a quien aprueba, ejecuta o envía remesas/)).toBeVisible()
    })

    await test.step('where nothing is asked for that would be refused, nor was on the way there', async () => {
      expect(refused).toEqual([])
      await approver.goto(order)
      await expect(approver).toHaveURL(/\/client\/profile$/)
      await expect(approver.getByText(/^Navegador en Linux|esta sesión/).first()).toBeVisible()
      await expect(approver.getByRole('button', { name: /^Notificaciones/ })).toHaveCount(0)
      await approver.waitForLoadState('load')
      expect(refused).toEqual([])
    })

    await test.step('makes a second factor, and approves', async () => {
      await enrol(approver)
      await approver.goto(order)
      await approver.getByRole('button', { name: 'Aprobar', exact: true }).click()
      await expect(approver.getByText('Has aprobado este documento correctamente')).toBeVisible()
    })

    await test.step('somebody who decides nothing is not asked', async () => {
      const provider = await visit(`${demo.origin}/provider/projects`)
      await signIn(provider, 'proveedor@demo.example', demoPassword)
      await expect(provider.getByText('PRJ-001').first()).toBeVisible()
      await provider.context().close()
    })
    // Screens that are still open would complain of a program that has gone.
    for (const page of [admin, approver]) await page.context().close()
  } finally {
    await demo.stop()
  }
})
