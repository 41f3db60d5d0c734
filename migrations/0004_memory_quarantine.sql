CREATE TABLE `memory_quarantine` (
	`tenant` text NOT NULL,
	`id` text NOT NULL,
	`text` text NOT NULL,
	`user_id` text,
	`agent_id` text,
	`run_id` text,
	`authority_rank` integer NOT NULL,
	`fields` text NOT NULL,
	`content_hash` text NOT NULL,
	`text_hash` text NOT NULL,
	`struck` integer NOT NULL,
	`everywhere` integer NOT NULL,
	`reason` text NOT NULL,
	`by` text NOT NULL,
	`written_by` text,
	`window_id` text,
	`written_at_ms` integer NOT NULL,
	`decided_at_ms` integer NOT NULL,
	`repeats` integer NOT NULL,
	`last_repeat_at_ms` integer,
	PRIMARY KEY(`tenant`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memory_quarantine_content` ON `memory_quarantine` (`tenant`,`content_hash`) WHERE struck = 0;--> statement-breakpoint
CREATE INDEX `memory_quarantine_text` ON `memory_quarantine` (`tenant`,`text_hash`,`struck`);--> statement-breakpoint
ALTER TABLE `memory_memories` ADD `text_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `memory_memories_text` ON `memory_memories` (`tenant`,`text_hash`);