/** Queries of the calendar of payments; keyed under 'reports', so that a change to an order refetches them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type DuesQuery, periodFromText } from '#features/reports/text/calendar.ts'
import { getPaymentCalendar, getPaymentForecast, listDuePayments } from '#features/reports/wire/calendar.ts'
import { getPaymentPeriod } from '#features/reports/wire/payment-period.ts'
import { call } from '#ui/api.ts'

/** Four weeks from that of a day, or from this one. */
export const calendarQuery = (from: string | undefined) =>
  queryOptions({
    queryKey: ['reports', 'calendar', from],
    queryFn: ({ signal }) => call(getPaymentCalendar, { query: { from }, signal }),
    placeholderData: keepPreviousData,
  })

export const duePaymentsQuery = (query: DuesQuery) =>
  queryOptions({
    queryKey: ['reports', 'due-payments', query],
    queryFn: ({ signal }) => call(listDuePayments, { query, signal }),
  })

export const forecastQuery = queryOptions({
  queryKey: ['reports', 'forecast'],
  queryFn: ({ signal }) => call(getPaymentForecast, { signal }),
})

/** Average payment period of a quarter or a year: '2026-4', '2026'. */
export const paymentPeriodQuery = (period: string) =>
  queryOptions({
    queryKey: ['reports', 'payment-period', period],
    queryFn: ({ signal }) => call(getPaymentPeriod, { query: periodFromText(period), signal }),
  })
