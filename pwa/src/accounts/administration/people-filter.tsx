import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { counted } from '../../ui/counted.ts'
import classes from './administration.module.css'
import type { usePeopleList } from './use-people-list.ts'

/** Searches the accounts and shows the number of matches. Offers closed accounts only if there are any. */
export function PeopleFilter({ list }: { readonly list: ReturnType<typeof usePeopleList> }) {
  return (
    <Group align="center" gap="md">
      <TextInput
        className={classes.search ?? ''}
        type="search"
        aria-label="Search users"
        placeholder="Email, name, username, chat name"
        leftSection={<IconSearch size="1.25rem" aria-hidden />}
        value={list.typed}
        onChange={(event) => list.setTyped(event.currentTarget.value)}
      />
      {list.closedCount > 0 && (
        <Checkbox
          label="Show closed accounts"
          checked={list.isShowingClosed}
          onChange={(event) => list.setShowingClosed(event.currentTarget.checked)}
        />
      )}
      <Text c="dimmed" size="sm" role="status">
        {counted(list.rows.length, 'user')}
      </Text>
    </Group>
  )
}
