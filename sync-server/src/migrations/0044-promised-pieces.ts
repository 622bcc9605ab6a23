import { type Kysely, sql } from 'kysely'

/** Adds the pieces that orders of trades hold on the shelf, which a count finds there. An item that was added again after an acceptance holds none for
 *  it. The acceptances of the orders that still wait leave the changes that an item remembers, because those are changes of the shelf from now on. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table items add column promised_count bigint not null default 0`.execute(db)
  await sql`with waiting as (
      select piece ->> 'itemId' as item_id, sum((piece ->> 'quantity')::bigint) as pieces, array_agg(o.trade_id) as trade_ids
        from offers o join trades t on t.id = o.trade_id cross join lateral jsonb_array_elements(o.taken) piece
          join items i on i.id = piece ->> 'itemId' and i.created_at_ms <= (o.breakdown ->> 'atMs')::bigint
        where t.status in ('partial', 'awaiting_shipping', 'shipping_uploaded') group by 1)
    update items set promised_count = w.pieces, recent_moves = (
        select coalesce(jsonb_agg(move order by nth), '[]') from jsonb_array_elements(items.recent_moves) with ordinality moves(move, nth)
          where not exists (select 1 from stock_movements m where m.item_id = items.id and m.kind = 'trade' and m.source_id = any(w.trade_ids)
            and m.at_ms = (move ->> 'atMs')::numeric and m.delta_count = (move ->> 'deltaCount')::numeric))
      from waiting w where items.id = w.item_id`.execute(db)
}
