"""How the database looks: a step for each version, each going on from the one before it.

A step that was ever released is never changed; what is new comes as another step.
"""

FIRST = """
create table tables (
  name text primary key,
  game text not null,
  options text not null,        -- as JSON
  seed text not null,           -- never leaves the server before the match is over
  aids integer not null,
  listed integer not null,
  made real not null,
  stage text not null,          -- from here on: what the hall shows, rewritten with every event
  number integer not null,
  actor integer,
  free integer not null,
  at real not null
) strict, without rowid;
create index tables_by_stage on tables (listed, stage, at);
create table seats (
  name text not null references tables,
  seat integer not null,
  kind text not null,
  level integer,
  player text not null,         -- empty: nobody sits here yet
  digest text,                  -- of the secret that opens the seat; null for bots
  primary key (name, seat)
) strict, without rowid;
create index seats_by_digest on seats (digest);
create table events (
  name text not null references tables,
  number integer not null,      -- from 1; the key lets exactly one writer win
  kind text not null,
  seat integer not null,
  text text not null,           -- the action of a move, the name of a new player, the table of a rematch
  at real not null,
  primary key (name, number)
) strict, without rowid;
"""

PEOPLE = """
alter table tables add column start text not null default '';   -- the record from which the match goes on
alter table tables add column clock text not null default '';   -- how long people may think, as JSON
alter table tables add column daily text not null default '';   -- the day and the kind of a daily table
create index tables_by_daily on tables (daily) where daily <> '';
alter table seats add column person text;                       -- whose results these are
create index seats_by_person on seats (person) where person is not null;
create table people (
  person text primary key,      -- a name for programs, known to nobody else
  name text not null,
  digest text not null unique,  -- of the recovery phrase
  made real not null
) strict, without rowid;
create table played (           -- finished matches, a row for each seat of somebody we know
  person text not null references people,
  name text not null references tables,
  seat integer not null,
  game text not null,
  at real not null,
  result text not null,         -- all that the profile page shows of it, as JSON
  primary key (person, name, seat)
) strict, without rowid;
create index played_by_name on played (name);
create table ratings (
  person text not null references people,
  game text not null,
  mu real not null,
  sigma real not null,
  games integer not null,
  primary key (person, game)
) strict, without rowid;
create table beers (            -- who owes whom; what was drunk is written with a minus
  id text primary key,
  name text not null,           -- the table; empty where a debt was paid
  debtor text not null,         -- a person, or the name of somebody who has not said who they are
  creditor text not null,
  many integer not null,
  at real not null
) strict, without rowid;
create index beers_by_debtor on beers (debtor);
create index beers_by_creditor on beers (creditor);
create table talk (             -- what people said at a table
  name text not null references tables,
  number integer not null,
  seat integer not null,
  text text not null,
  at real not null,
  primary key (name, number)
) strict, without rowid;
create table notes (            -- what was worked out once, like a bot's result at a daily table
  key text primary key,
  text text not null
) strict, without rowid;
"""

RATED = """
alter table tables add column rated integer not null default 1;  -- no: somebody chose the seed of the dice
"""

SHARED = """
alter table tables add column bot integer not null default 0;   -- yes: a bot must decide
alter table tables add column due real;                         -- when the actor's time is over
update tables set bot = 1 where stage = 'playing' and exists
  (select 1 from seats s where s.name = tables.name and s.seat = tables.actor and s.level is not null);
create index tables_by_bot on tables (at) where bot = 1;
create index tables_by_due on tables (due) where due is not null;
create table claims (           -- who thinks for a bot, where several processes could
  name text primary key references tables,
  number integer not null,      -- of the table when it was claimed
  worker text not null,
  until real not null           -- then anybody may claim it again
) strict, without rowid;
"""

PROVABLE = """
alter table tables add column commitment text not null default '';  -- to the seed; empty: nobody was promised anything
alter table seats add column nonce text;                            -- what a seat adds to the dice; null: not yet
create table pledges (          -- secrets of the house for tables that are about to be set up
  commitment text primary key,
  secret text not null,
  until real not null           -- then it is too late
) strict, without rowid;
create index pledges_by_until on pledges (until);
"""

PROGRAMS = """
alter table seats add column program text not null default '';  -- the bot that plays here is a program of its own
"""

GUARDED = """
alter table tables add column guard text not null default '';   -- how a match began that is kept from the bots
create index tables_by_guard on tables (guard) where guard <> '';
"""

STEPS = (FIRST, PEOPLE, RATED, SHARED, PROVABLE, PROGRAMS, GUARDED)
VERSION = len(STEPS)
