import { ChevronDown } from 'lucide-react'
import { useEffect } from 'react'
import {
  Button,
  ComboBox,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import { plainText } from '../../../../shared/plainText.ts'
import type { MerchantView } from '../../../../shared/terminal.ts'
import field from '../../../ui/Field.module.css'
import { Foreign } from '../../../ui/Foreign.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import type { FormState } from '../../../core/terminalChangeTypes.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import { merchantField } from '../terminalFieldWords.ts'
import { paysToText } from '../terminalWords.ts'
import styles from './Form.module.css'

const words = lazyStrings.terminalChange.fields

/** A merchant by ID, with the merchants in the list of terminals as suggestions. */
export function MerchantBox({ form }: { form: FormState }) {
  const { rows, total } = useApp((state) => state.terminalWork.merchants)
  const { label, help, problem, text, chosen } = merchantField(form, rows)
  const searchMerchants = useApp((state) => state.searchMerchants)
  const enter = useApp((state) => state.enterTerminalForm)
  // The rows may be those of another search, such as after a restart.
  useEffect(() => searchMerchants(text, false), []) // oxlint-disable-line react/exhaustive-deps
  return (
    <ComboBox
      className={cx(field.field)}
      data-field="merchant"
      items={rows}
      inputValue={text}
      onInputChange={(typed) => {
        if (typed === text) return
        searchMerchants(typed, true)
        enter({ type: 'typeMerchant', text: typed, rows })
      }}
      value={chosen?.merchantRecordId ?? null}
      onChange={(key) => {
        const merchant = rows.find(({ merchantRecordId }) => merchantRecordId === key)
        if (merchant !== undefined) enter({ type: 'chooseMerchant', merchant })
      }}
      onOpenChange={(isOpen, trigger) => {
        // Opened by hand it shows them all, not only those that match the text.
        if (isOpen && trigger === 'manual') searchMerchants('', false)
      }}
      menuTrigger="input"
      allowsCustomValue
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <Label className={cx(field.label)}>{label}</Label>
      <Group className={cx(styles.combo)}>
        <Input className={cx(field.input)} data-scan="keep" autoComplete="off" spellCheck="false" />
        <Button className={cx(styles.opener)} aria-label={words.showMerchants}>
          <ChevronDown aria-hidden="true" size={16} />
        </Button>
      </Group>
      <FieldError className={cx(field.problem)}>{problem}</FieldError>
      <Text slot="description" className={cx(field.help)}>
        {help}
      </Text>
      <Popover className={cx(styles.popover)} offset={2}>
        <ListBox className={cx(styles.list)} aria-label={words.merchants}>
          {(merchant: MerchantView) => (
            <ListBoxItem
              id={merchant.merchantRecordId}
              textValue={plainText(merchant.merchantId)}
              className={cx(styles.item)}
            >
              <span className={cx(styles.itemId)}>
                <Foreign text={merchant.merchantId} isInRow />
              </span>
              <span>
                {merchant.recordCount > 1 && `${words.merchantRecord(merchant.merchantRecordId)}, `}
                {words.terminals(merchant.terminalCount)}, {paysToText(merchant)}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
        {total > rows.length && <p className={cx(styles.more)}>{words.moreMerchants(rows.length, total)}</p>}
      </Popover>
    </ComboBox>
  )
}
