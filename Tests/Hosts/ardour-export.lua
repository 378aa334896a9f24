-- Opens the session "render" in FOLDER and exports its master, FRAMES long, to master.wav there.

local folder = os.getenv("FOLDER")
AudioEngine:set_backend("None (Dummy)", "", "")
local session = load_session(folder, "render")
assert(session, "no session")

-- An export while the engine still settles corrupts Ardour's heap, with no plug-in in the session either.
ARDOUR.LuaAPI.usleep(1000000)
local export = session:simple_export()
export:set_folder(folder)
export:set_name("master")
export:set_range(0, tonumber(os.getenv("FRAMES")))
assert(export:set_preset("0b8c65a6-6c1e-4c0a-9a6d-7d6a6f1b2a11"), "no export preset")
assert(export:run_export(), "no export")
close_session()
quit()
