import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const told: string[] = []
const boundary = () => new ErrorBoundary({ children: 'the app', onFailed: (name) => told.push(name) })

test('without an error the app is drawn; after one a page that says what is safe, and how to go on', () => {
  const shown = boundary()
  expect(shown.render()).toBe('the app')
  shown.state = ErrorBoundary.getDerivedStateFromError()
  const html = renderToStaticMarkup(shown.render())
  expect(html).toContain('This screen has stopped.')
  expect(html).toContain('Every sale that was saved is safe')
  expect(html).toContain('<button')
})

test('main is told the kind of the error, and not its words', () => {
  boundary().componentDidCatch(new TypeError('zQ7-secret is undefined'))
  boundary().componentDidCatch('zQ7-secret')
  expect(told).toEqual(['TypeError', 'string'])
})
