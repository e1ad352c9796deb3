import { expect, test } from 'vitest'
import { guideNames, guidePage } from './api-guides.ts'

test.each(guideNames)(
  'the guide %s is a page that asks nobody else and leads nowhere that is not served',
  name => {
    const page = guidePage(name)
    expect(page).toMatch(/<h1>.+<\/h1>/)
    expect(page).not.toMatch(/<script|<style|\son\w+=|\sstyle=/)
    const served = ['/', '/favicon.svg', '/api-docs/page.css', '/api/docs', 'api.html', 'webhooks.html']
    const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address)
    expect(links.filter(address => !served.includes(address) && !/^(https:\/\/|#)/.test(address))).toEqual([])
    expect(links).toContain('/api/docs')
  },
)
