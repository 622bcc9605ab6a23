import type { Column } from './data-table-columns.ts'
import { ItemPicture } from './item-picture.tsx'

/** A column of pictures, before the names. */
export function pictureColumn<R extends { readonly imageUrl: string }>(): Column<R> {
  return {
    key: 'picture',
    header: 'Picture',
    isHeaderHidden: true,
    width: '2.5rem',
    cell: ({ imageUrl }) => <ItemPicture imageUrl={imageUrl} />,
  }
}
