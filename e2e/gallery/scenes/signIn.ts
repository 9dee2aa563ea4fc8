import type { Page } from '@playwright/test'
import { signedIn } from '../../../renderer/testing/fixtures.ts'
import { signInByKeyboard, signInForm } from '../../pages/signIn.ts'
import { type Scene, never } from '../scene.ts'
import { elsewhere, fails, offline, oneByOne, practice, sales, signedOut } from './known.ts'

const signInButton = (page: Page) => signInForm(page).locator('button[type="submit"]')
const base = { place: 'Sign in', primary: signInButton } as const

export const signInScenes: readonly Scene[] = [
  {
    ...base,
    name: 'sign-in-with-queue',
    situation: 'data',
    facts: { sales, session: signedOut },
    shows: (page) => signInForm(page).getByText('safe on this computer'),
    hasForcedColors: true,
  },
  {
    ...base,
    name: 'sign-in-empty',
    situation: 'empty',
    facts: { session: signedOut },
    shows: (page) => page.getByText('Nothing is waiting on this computer.'),
  },
  {
    ...base,
    name: 'sign-in-elsewhere',
    situation: 'hard',
    facts: { session: signedOut },
    answers: { ...oneByOne, 'queue.get': elsewhere },
    shows: (page) => page.getByText('Nothing is waiting for this service.'),
  },
  {
    ...base,
    name: 'sign-in-busy',
    situation: 'loading',
    facts: { session: signedOut },
    answers: { 'session.signIn': never() },
    reach: ({ page }) => signInByKeyboard(page, { clientId: 'harbour-pos', secretKey: 'not a secret' }),
    shows: (page) => page.getByRole('button', { name: 'Signing in…' }),
  },
  {
    ...base,
    name: 'sign-in-refused',
    situation: 'error',
    facts: { sales, session: signedOut },
    reach: ({ page }) => signInByKeyboard(page, { clientId: 'wrong', secretKey: 'not a secret' }),
    shows: (page) => signInForm(page).getByRole('alert'),
  },
  {
    ...base,
    name: 'sign-in-problems',
    situation: 'error',
    facts: { sales, session: signedOut },
    reach: async ({ page }) => {
      await page.getByText('More', { exact: true }).click()
      await signInButton(page).click()
    },
    shows: (page) => page.getByText('Type the secret key.'),
  },
  {
    ...base,
    name: 'sign-in-offline',
    situation: 'offline',
    facts: { sales, session: signedOut, ...offline },
    answers: { 'session.signIn': fails('unreachable') },
    reach: ({ page }) => signInByKeyboard(page, { clientId: 'harbour-pos', secretKey: 'not a secret' }),
    shows: (page) => page.getByText('We could not reach the service.'),
  },
  {
    ...base,
    name: 'sign-in-again',
    situation: 'hard',
    facts: { sales, session: { ...signedIn, status: 'expired' } },
    reach: ({ page }) => page.getByRole('status', { name: 'Notice' }).getByRole('button').click(),
    shows: (page) => page.getByText('The bank ended your sign-in.'),
  },
  {
    place: 'Sign in',
    name: 'sign-in-practice',
    situation: 'hard',
    facts: { ...practice, sales, session: signedOut },
    shows: (page) => page.getByRole('button', { name: 'Sign in to Practice' }),
    primary: (page) => page.getByRole('button', { name: 'Sign in to Practice' }),
  },
]
