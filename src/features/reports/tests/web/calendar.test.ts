// The sums of the calendar and of the forecast as they are drawn: each in words and amounts, and never by colour alone.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { forecastFrom } from '#features/reports/rules/calendar.ts'
import { forecastQuery } from '#features/reports/web/calendar-queries.ts'
import { DueLinesPanel } from '#features/reports/web/due-lines-panel.tsx'
import { ForecastCard } from '#features/reports/web/forecast-card.tsx'
import { addDays, type Day, dayFrom } from '#kernel/day.ts'
import { type Currency, money } from '#kernel/money.ts'
import { moneyToWire } from '#kernel/wire.ts'

const figure = (count: number, minor: string, currency: Currency = 'EUR') => ({
  count,
  amount: { minor, currency },
})
const words = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('what is overdue, approved and to be approved is told in words, each currency by itself', () => {
  const lines = [
    {
      currency: 'EUR' as const,
      overdue: figure(1, '70000'),
      approved: figure(2, '1050'),
      pending: figure(1, '900'),
    },
    {
      currency: 'USD' as const,
      overdue: figure(0, '0', 'USD'),
      approved: figure(1, '1100', 'USD'),
      pending: figure(0, '0', 'USD'),
    },
  ]
  const markup = renderToStaticMarkup(createElement(DueLinesPanel, { lines }))
  expect(words(markup)).toBe('Vencido 700 € Aprobado 10,50 € Por aprobar 9 € Aprobado 11 US$')
  const looks = [...markup.matchAll(/aria-hidden="true" class="([^"]*)"/g)].map(([, look = '']) => look)
  expect(looks).toHaveLength(4)
  expect(looks[0]).toContain('bg-negative-solid')
  expect(looks[2]).toContain('repeating-linear-gradient')
})

test('the forecast is a table with a row for each week, what is late before them, and a total that adds them up', () => {
  const today = dayFrom('2026-11-25')
  if (today === null) throw new Error('not a day')
  const due = (
    type: 'gasto' | 'emision',
    dueOn: Day | null,
    minor: bigint,
    status: 'approved' | 'pending' = 'approved',
  ) => ({
    type,
    status,
    dueOn,
    count: 1,
    amount: money(minor, 'EUR'),
  })
  const forecast = forecastFrom(
    [
      due('gasto', addDays(today, -1), 70_000n),
      due('gasto', today, 10_000n, 'pending'),
      due('emision', addDays(today, 7), 30_000n),
    ],
    today,
  )
  const flow = ({ approved, pending }: (typeof forecast)[0]['rows'][0]['inflow']) => ({
    approved: moneyToWire(approved),
    pending: moneyToWire(pending),
  })
  const client = new QueryClient()
  client.setQueryData(forecastQuery.queryKey, {
    today,
    isWhole: true,
    currencies: forecast.map(({ currency, rows }) => ({
      currency,
      rows: rows.map(row => ({ ...row, outflow: flow(row.outflow), inflow: flow(row.inflow) })),
    })),
  })
  const card = createElement(ForecastCard, { areaPath: '/empresa' })
  const markup = renderToStaticMarkup(createElement(QueryClientProvider, { client }, card))
  const rows = [...markup.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) => words(row))
  expect(rows).toHaveLength(1 + 1 + 13 + 1)
  expect(rows[1]).toBe('Vencido 700 € 0 € -700 €')
  expect(rows[2]).toBe('23 nov – 29 nov 100 € por aprobar: 100 € 0 € -100 €')
  expect(rows[3]).toBe('30 nov – 6 dic 0 € 300 € 300 €')
  expect(rows.at(-1)).toBe('Total 800 € por aprobar: 100 € 300 € -500 €')
})
