import { plainText, shortText } from '../../shared/plainText.ts'

/** As much of a foreign text as stands in a row. */
export const ROW_TEXT_MAX = 80

interface ForeignProps {
  readonly text: string
  /** Of a row: what is longer ends in an ellipsis, and the whole is its title. */
  readonly isInRow?: boolean
}

/** A text that the bank or a person wrote: nothing in it changes how the words around it are read. */
export function Foreign({ text, isInRow = false }: ForeignProps) {
  const plain = plainText(text)
  const shown = isInRow ? shortText(plain, ROW_TEXT_MAX) : plain
  return <bdi title={shown === plain ? undefined : plain}>{shown}</bdi>
}
