CREATE TABLE `memory_memories` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant` text NOT NULL,
	`id` text NOT NULL,
	`text` text NOT NULL,
	`user_id` text,
	`agent_id` text,
	`run_id` text,
	`category_rank` integer NOT NULL,
	`authority_rank` integer NOT NULL,
	`entity` text,
	`key` text,
	`value` text,
	`metadata` text NOT NULL,
	`occurred_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`valid_from_ms` integer,
	`valid_to_ms` integer,
	`superseded_at_ms` integer,
	`superseded_by` text,
	`expires_at_ms` integer,
	`useful_count` integer NOT NULL,
	`last_useful_at_ms` integer,
	`last_recalled_at_ms` integer,
	`content_hash` text NOT NULL,
	`embedding_model` text,
	`embedding_dimensions` integer,
	`indexed_at_ms` integer,
	CONSTRAINT "memory_memories_scope" CHECK(coalesce(user_id, agent_id, run_id) is not null),
	CONSTRAINT "memory_memories_useful" CHECK(useful_count >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memory_memories_id` ON `memory_memories` (`tenant`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `memory_memories_content` ON `memory_memories` (`tenant`,`content_hash`) WHERE superseded_at_ms is null;--> statement-breakpoint
CREATE INDEX `memory_memories_user` ON `memory_memories` (`tenant`,`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `memory_memories_agent` ON `memory_memories` (`tenant`,`agent_id`,`seq`);--> statement-breakpoint
CREATE INDEX `memory_memories_run` ON `memory_memories` (`tenant`,`run_id`,`seq`);--> statement-breakpoint
CREATE INDEX `memory_memories_model` ON `memory_memories` (`tenant`,`embedding_model`);