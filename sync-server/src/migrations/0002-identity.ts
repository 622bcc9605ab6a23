import { type Kysely, sql } from 'kysely'

/** The statements that the identity provider wants (`compileMigrations` of better-auth). A test compares the tables with the provider's options. */
const IDENTITY = [
  `create table "identity_users" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" boolean not null,
    "image" text, "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz default CURRENT_TIMESTAMP not null)`,
  `create table "identity_sessions" ("id" text not null primary key, "expiresAt" timestamptz not null, "token" text not null unique,
    "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz not null, "ipAddress" text, "userAgent" text,
    "userId" text not null references "identity_users" ("id") on delete cascade)`,
  `create table "identity_accounts" ("id" text not null primary key, "accountId" text not null, "providerId" text not null,
    "userId" text not null references "identity_users" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text,
    "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "scope" text, "password" text,
    "createdAt" timestamptz default CURRENT_TIMESTAMP not null, "updatedAt" timestamptz not null)`,
  `create table "identity_verifications" ("id" text not null primary key, "identifier" text not null, "value" text not null,
    "expiresAt" timestamptz not null, "createdAt" timestamptz default CURRENT_TIMESTAMP not null,
    "updatedAt" timestamptz default CURRENT_TIMESTAMP not null)`,
  `create index "identity_sessions_userId_idx" on "identity_sessions" ("userId")`,
  `create index "identity_accounts_userId_idx" on "identity_accounts" ("userId")`,
  `create index "identity_verifications_identifier_idx" on "identity_verifications" ("identifier")`,
]

/** Creates the tables of sign-ins, sessions and the server's secrets. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of IDENTITY) await sql.raw(statement).execute(db)
  await sql`create table server_secrets (name text primary key, value text not null, created_at timestamptz not null default now())`.execute(
    db,
  )
}
