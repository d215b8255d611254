set role osnova_system;
--> statement-breakpoint
-- How many people are asked about, one or ten thousand, decides how they are joined: a plan for any number took 5.4 s for
-- ten thousand, one made for them takes 0.2 s.
alter function judge_retakes(integer, integer[]) set plan_cache_mode = force_custom_plan;
--> statement-breakpoint
reset role;
