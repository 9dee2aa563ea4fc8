import { Component, type ReactNode } from 'react'
import { strings } from '../strings/strings.ts'
import { cx } from '../ui/cx.ts'
import card from '../ui/Card.module.css'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Told once, with the name of what was thrown: its words may hold anything. */
  readonly onFailed: (name: string) => void
}

/** Without it, an error while drawing would leave an empty window. React has no hook for this. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailed(error instanceof Error ? error.name : typeof error)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    const words = strings.app.failed
    return (
      <main className={cx(card.page)} role="alert">
        <div className={cx(card.alone)}>
          <h1>{words.title}</h1>
          <p>{words.body}</p>
          {/* Not one of our own buttons: what drew them may be what has failed. */}
          <button type="button" onClick={() => location.reload()}>
            {words.reload}
          </button>
        </div>
      </main>
    )
  }
}
