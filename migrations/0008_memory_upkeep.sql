CREATE TABLE `memory_credits` (
	`tenant` text NOT NULL,
	`memory_id` text NOT NULL,
	`window_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant`, `memory_id`, `window_id`)
);
--> statement-breakpoint
CREATE INDEX `memory_credits_age` ON `memory_credits` (`tenant`,`at_ms`);--> statement-breakpoint
CREATE TABLE `memory_history` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant` text NOT NULL,
	`memory_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	`event` text NOT NULL,
	`by` text,
	`changes` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `memory_history_memory` ON `memory_history` (`tenant`,`memory_id`,`seq`);--> statement-breakpoint
CREATE INDEX `memory_history_age` ON `memory_history` (`tenant`,`at_ms`);--> statement-breakpoint
CREATE TABLE `memory_links` (
	`tenant` text NOT NULL,
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`kind` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant`, `from_id`, `to_id`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `memory_links_to` ON `memory_links` (`tenant`,`to_id`);--> statement-breakpoint
CREATE TABLE `memory_archives` (
	`tenant` text NOT NULL,
	`memory_id` text NOT NULL,
	`user_id` text,
	`agent_id` text,
	`run_id` text,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`archived_at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant`, `memory_id`)
);
--> statement-breakpoint
CREATE INDEX `memory_archives_user` ON `memory_archives` (`tenant`,`user_id`);--> statement-breakpoint
CREATE INDEX `memory_archives_state` ON `memory_archives` (`tenant`,`state`,`archived_at_ms`);--> statement-breakpoint
CREATE TABLE `memory_consolidations` (
	`tenant` text NOT NULL,
	`run_id` text NOT NULL,
	`status` text NOT NULL,
	`dry_run` integer NOT NULL,
	`step` text NOT NULL,
	`cursor` integer NOT NULL,
	`counts` text NOT NULL,
	`notes` text NOT NULL,
	`started_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`finished_at_ms` integer,
	`error` text,
	PRIMARY KEY(`tenant`, `run_id`)
);
--> statement-breakpoint
CREATE INDEX `memory_consolidations_open` ON `memory_consolidations` (`tenant`,`status`);--> statement-breakpoint
CREATE TABLE `memory_lease_checks` (
	`held` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `memory_leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`expires_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `memory_tenants` (
	`tenant` text PRIMARY KEY NOT NULL,
	`shard` integer NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `memory_outbox` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant` text NOT NULL,
	`memory_id` text NOT NULL,
	`operation` text NOT NULL,
	`parts` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`attempts` integer NOT NULL,
	`due_at_ms` integer NOT NULL,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memory_outbox_memory` ON `memory_outbox` (`tenant`,`memory_id`);--> statement-breakpoint
CREATE INDEX `memory_outbox_due` ON `memory_outbox` (`due_at_ms`,`seq`);--> statement-breakpoint
CREATE INDEX `memory_outbox_failed` ON `memory_outbox` (`tenant`,`attempts`) WHERE attempts > 0;--> statement-breakpoint
CREATE TABLE `memory_vectors` (
	`tenant` text NOT NULL,
	`memory_id` text NOT NULL,
	`part` integer NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`model` text NOT NULL,
	`packed` text NOT NULL,
	PRIMARY KEY(`tenant`, `memory_id`, `part`)
);
--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `dates` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `holds_from_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `series` text;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `series_value` text;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `restated_at_ms` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `conflicts_with` text;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `speaker` text;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `session` text;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `position` integer;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `parts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `words_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `settled_at_ms` integer;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `change` text DEFAULT 'added' NOT NULL;--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `changed_by` text;--> statement-breakpoint
CREATE INDEX `memory_memories_tenant` ON `memory_memories` (`tenant`,`seq`);--> statement-breakpoint
CREATE INDEX `memory_memories_indexed` ON `memory_memories` (`tenant`,`indexed_at_ms`);--> statement-breakpoint
CREATE INDEX `memory_memories_series` ON `memory_memories` (`tenant`,`series`,`holds_from_ms`,`seq`) WHERE series is not null;--> statement-breakpoint
CREATE INDEX `memory_memories_superseded_by` ON `memory_memories` (`tenant`,`superseded_by`) WHERE superseded_by is not null;--> statement-breakpoint
CREATE INDEX `memory_memories_session` ON `memory_memories` (`tenant`,`session`,`position`) WHERE session is not null;--> statement-breakpoint
CREATE INDEX `memory_memories_unsettled` ON `memory_memories` (`tenant`,`seq`) WHERE settled_at_ms is null;--> statement-breakpoint
CREATE INDEX `memory_memories_expiry` ON `memory_memories` (`tenant`,`expires_at_ms`) WHERE expires_at_ms is not null;